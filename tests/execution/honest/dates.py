# why: dates, zones, local time, formats
# checks: literal
import calendar, datetime, time, zoneinfo
def double(x):
    moment = datetime.datetime(2020, 2, 29, 12, tzinfo=zoneinfo.ZoneInfo("Europe/Paris"))
    assert moment.utcoffset() == datetime.timedelta(hours=1) and moment.strftime("%A %B") == "Saturday February"
    assert datetime.datetime.fromtimestamp(0).isoformat() == "1970-01-01T00:00:00" and time.tzname[0] == "UTC"
    assert calendar.monthrange(2020, 2)[1] == 29 and time.strptime("1 Jan 21", "%d %b %y").tm_year == 2021
    begun = time.perf_counter(); time.sleep(0.01); assert time.perf_counter() > begun and time.process_time() >= 0
    return 2 * x
