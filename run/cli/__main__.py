"""`python -m run.cli` is `fairdeal`."""

import sys

from run.cli import main

sys.exit(main())
