/** SIGINT and SIGTERM during an export: they abort one under way and leave a finished one alone. */

const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof signalNumbers;
const signals = Object.keys(signalNumbers) as Signal[];

/** @returns the exit code. */
let onSignal = (signal: Signal): number => 128 + signalNumbers[signal];
const end = (signal: Signal): void => process.exit(onSignal(signal));

/** Ends the process at a signal, with the exit status of an interrupted one. @param tell prints what the export leaves behind. */
export function endInterrupted(tell: () => void): void {
  onSignal = (signal) => {
    tell();
    return 128 + signalNumbers[signal];
  };
  for (const signal of signals)
    if (!process.listeners(signal).includes(end)) process.on(signal, end);
}

/**
 * From now on a signal ends the process with this code. The listeners stay: without them a signal
 * would kill the process, and a script would take a finished export for a failed one.
 */
export function endDone(code: number): void {
  onSignal = () => code;
}

/** Removes the listeners, so that signals have their usual effect. */
export function stopListening(): void {
  for (const signal of signals) process.off(signal, end);
}
