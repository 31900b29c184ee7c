import type { PyValue } from "./py-value.ts";
import { crash } from "./yaml-failure.ts";

const pattern =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(Z|([-+])(\d\d?)(?::(\d\d))?))?)?\n?$/;

/** A `datetime.date`, or a `datetime.datetime` where there is a time of day. Impossible ones are a "ValueError". */
export function constructTimestamp(text: string): PyValue {
  const match = pattern.exec(text);
  if (match === null) return crash("AttributeError", "'NoneType' object has no attribute 'groupdict'");
  const [
    ,
    year = "",
    month = "",
    day = "",
    hour,
    minute = "",
    second = "",
    fraction = "",
    zone,
    sign,
    zoneHour = "",
    zoneMinute = "0",
  ] = match;
  // datetime() looks at the time zone before the date.
  const offset =
    sign === undefined
      ? zone === undefined
        ? ""
        : "+00:00"
      : showOffset(sign, Number(zoneHour) * 60 + Number(zoneMinute));
  checkDate(Number(year), Number(month), Number(day));
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (hour === undefined) return { type: "date", value: date };
  checkTime(Number(hour), Number(minute), Number(second));
  const micro = fraction.slice(0, 6).padEnd(6, "0");
  const time = `${hour.padStart(2, "0")}:${minute}:${second}${micro === "000000" ? "" : `.${micro}`}`;
  return { type: "datetime", value: `${date} ${time}${offset}` };
}

function checkDate(year: number, month: number, day: number): void {
  if (year < 1) crash("ValueError", `year ${year} is out of range`);
  if (month < 1 || month > 12) crash("ValueError", "month must be in 1..12");
  if (day < 1 || day > daysOf(year, month)) crash("ValueError", "day is out of range for month");
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function checkTime(hour: number, minute: number, second: number): void {
  if (hour > 23) crash("ValueError", "hour must be in 0..23");
  if (minute > 59) crash("ValueError", "minute must be in 0..59");
  if (second > 59) crash("ValueError", "second must be in 0..59");
}

function showOffset(sign: string, minutes: number): string {
  if (minutes >= 1440)
    crash(
      "ValueError",
      `offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not ${showDelta(sign, minutes)}.`,
    );
  const shown = minutes === 0 ? "+" : sign;
  return `${shown}${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** `repr(timedelta)`: its seconds are never negative. */
function showDelta(sign: string, minutes: number): string {
  const total = sign === "-" ? -minutes : minutes;
  const days = Math.floor(total / 1440);
  const seconds = (total - days * 1440) * 60;
  return `datetime.timedelta(days=${days}${seconds === 0 ? "" : `, seconds=${seconds}`})`;
}
