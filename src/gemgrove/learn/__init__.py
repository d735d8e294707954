"""Networks for the search: self-play, training in PyTorch, and gating (extra `gemgrove[learn]`)."""
