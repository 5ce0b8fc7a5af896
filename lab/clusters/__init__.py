"""Clusters of other people's servers on this machine, for trials and for the campaign."""
