"""The web application: runs in a browser, and verdicts by an API. It contains no logic of its own.

    settings -> create_app(settings) -> a Starlette application; `asmeant serve` starts it

Pages and API call the same functions as the command line. Needs the extra `web`.
"""
