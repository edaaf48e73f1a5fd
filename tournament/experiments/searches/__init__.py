"""All searches on one evaluation: rated, judged by problems, and what their differences hang on."""
