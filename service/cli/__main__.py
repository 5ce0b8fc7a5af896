"""`python -m service.cli` is `fairdeal`."""

import sys

from service.cli import main

sys.exit(main())
