;;; field.el --- A buffer that notes what happens to it: emacs -Q -l field.el LOG  -*- lexical-binding: t -*-

(setq inhibit-startup-screen t)
(let ((log (pop command-line-args-left)))
  (defun note (what)
    (write-region (format "%.6f %s\n" (string-to-number (car (split-string (with-temp-buffer (insert-file-contents "/proc/uptime") (buffer-string))))) what) nil log t 'quiet)))
(switch-to-buffer "field")
(text-mode)
;; as Python prints a string, which the others do
(add-hook 'after-change-functions
          (lambda (&rest _) (note (concat "TEXT " (replace-regexp-in-string "\n" "\\\\n" (prin1-to-string (buffer-substring-no-properties (point-min) (point-max)))))))
          nil t)
(run-with-timer 0.5 nil #'note "SHOWN")
