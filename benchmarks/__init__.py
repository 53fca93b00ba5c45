"""Speed and memory beside the peers; not installed with the package."""
