"""Pictures of the pages, for a person who looks at them, and for the documents."""
