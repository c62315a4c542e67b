"""Single characters of scripts with thousands of them, or none of Latin's: Japanese, Chinese, Korean, Greek. One model a language."""
