"""The Chromium of the browser tests; `python -m tests.chromium` fails, and says how to get one, where there is none."""

import os
import shutil
import sys

CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
)
MISSING = (
    "The browser tests are skipped: there is no Chromium. "
    "On Debian `apt install chromium` brings it; one that is not found is named by CHROMIUM=/path/to/it."
)

if __name__ == "__main__":
    sys.exit(None if CHROMIUM else MISSING)
