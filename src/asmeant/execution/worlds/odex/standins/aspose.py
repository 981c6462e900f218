"""The parent of the stand-in for aspose.words."""
