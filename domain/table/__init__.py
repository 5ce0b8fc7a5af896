"""Tables: their events, series, disputes, guests, clocks, and what may be appended to them."""
