"""The passes that turn a match into a story; `saga.pipeline` lists them in their order."""
