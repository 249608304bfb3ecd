/** Loaded before a gateway (`node --import`): SIGUSR2 moves its wall clock an hour on, as NTP would; the monotonic one stays. */

const RealDate = Date;
let ahead = 0;
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
