/**
 * Loaded before a gateway (`node --import`): its wall clock is CLOCK_AHEAD_MS ahead, and SIGUSR2
 * moves it an hour on, as NTP would; the monotonic one stays.
 */

const RealDate = Date;
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const now = (): number => RealDate.now() + ahead;

globalThis.Date = new Proxy(RealDate, {
  construct: (date, args: [number?], target) =>
    Reflect.construct(date, args.length === 0 ? [now()] : args, target),
  apply: () => new RealDate(now()).toString(),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
});

process.on('SIGUSR2', () => {
  ahead += 3_600_000;
  process.stdout.write('clock moved\n');
});
