#!/usr/bin/python3
"""A Tk window with a text and a password field that notes what happens to them: tk.py LOG"""
import sys
import time
import tkinter

out = open(sys.argv[1], "a", buffering=1)


def note(*words):
    print("%.6f" % time.monotonic(), *words, file=out)


root = tkinter.Tk()
root.title("entry")
root.geometry("500x250")
text, secret = tkinter.Text(root, height=5), tkinter.StringVar()
password = tkinter.Entry(root, show="*", textvariable=secret)
text.pack()
password.pack()


def changed(_):
    if text.edit_modified():
        text.edit_modified(False)
        note("TEXT", repr(text.get("1.0", "end-1c")))


text.bind("<<Modified>>", changed)
text.bind("<Tab>", lambda _: password.focus_set() or "break")
secret.trace_add("write", lambda *_: note("PASSWORD", repr(secret.get())))
text.focus_force()
root.after(500, lambda: note("SHOWN"))
root.mainloop()
