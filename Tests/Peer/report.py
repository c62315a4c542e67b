"""Opens a report in Chromium: report.py REPORT WORDS COUNT SCREENSHOT

Every stroke of the first COUNT inks of WORDS is drawn, every label is there, the script works, nothing is complained about or asked for.
"""
import base64
import gzip
import json
import os
import sys
import tempfile

from browser import Browser
from patience import eventually

report, words, count, screenshot = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
with gzip.open(words, "rt") as file:
    inks = [json.loads(line) for _, line in zip(range(count), file)]
strokes = sum(1 for ink in inks for stroke in ink["strokes"] if stroke)

with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    browser = Browser(folder)

    # a page that does what no report may do: otherwise nothing found would mean nothing
    control = os.path.join(folder, "control.html")
    with open(control, "w") as file:
        file.write('<img src="http://example.invalid/a.png"><script>console.log("here"); undefined.there</script>')
    browser.open(f"file://{control}")
    eventually(lambda: browser.evaluate("0") == 0 and len(browser.complaints()) >= 2, "the browser complains of a page that asks for more")
    assert len(browser.asked()) == 2 and len(browser.complaints()) >= 2, (browser.asked(), browser.complaints())

    browser.open(f"file://{report}")
    assert browser.asked() == [f"file://{report}"], browser.asked()
    assert not browser.complaints(), browser.complaints()

    number = browser.evaluate
    assert number("document.querySelectorAll('path.stroke').length") == strokes
    # what is no path has no length; a dot has none either
    drawn = "[...document.querySelectorAll('path.stroke')].filter(p => p.getTotalLength() > 0 || p.getAttribute('d').endsWith('h0'))"
    assert number(f"{drawn}.length") == strokes
    assert number("document.querySelectorAll('.card').length") == len(inks)
    labels = number("[...document.querySelectorAll('dd.label')].map(e => e.textContent)")
    assert sorted(labels) == sorted(" ".join(ink["label"].split()) for ink in inks)
    errors = number("[...document.querySelectorAll('.card')].map(e => Number(e.dataset.error))")
    assert errors == sorted(errors, reverse=True), "the worst ink is not first"
    wrong = number("document.querySelectorAll('.card.wrong').length")
    assert wrong == sum(error > 0 for error in errors) > 0
    assert number("document.querySelectorAll('.card.wrong:not(:has(ruby, ins, del))').length") == 0, "an error without a mark"
    assert number("document.querySelectorAll('svg.chart').length") >= 2 and number("document.querySelectorAll('.confusions tr').length") > 1
    assert number("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"

    # the script finds and orders
    assert number("!document.getElementById('controls').hidden"), "the script did not run"
    number("document.getElementById('wrong').click()")
    assert number("[...document.querySelectorAll('.card')].filter(e => !e.hidden).length") == wrong
    number("order.value = 'number'; order.dispatchEvent(new Event('change'))")
    order = number("[...document.querySelectorAll('.card')].map(e => Number(e.dataset.number))")
    assert order == list(range(1, len(inks) + 1))
    number("wrong.click(); order.value = 'error'; order.dispatchEvent(new Event('change'))")
    assert not browser.complaints(), browser.complaints()

    picture = base64.b64decode(browser.call("Page.captureScreenshot")["data"])
    with open(screenshot, "wb") as file:
        file.write(picture)
    assert len(picture) > 20_000
    browser.close()
print(f"A report of {len(inks)} words: {strokes} strokes, all of them drawn; nothing is asked of a network.")
