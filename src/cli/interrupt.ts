/** Signals that end a run but not its session. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interruption {
  signal: AbortSignal;
  /** Gives the signals back to the process. */
  release(): void;
}

/**
 * The first Ctrl-C (or SIGTERM, SIGHUP) stops the run, which then closes its session; a second one ends the process as it
 * stands: nothing that is in the session is lost by that.
 */
export function onInterrupt(): Interruption {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}

/** As shells report a program that Ctrl-C ended. */
export const EXIT_INTERRUPTED = 130;
/** A goal loop that paused: no error, and not done. */
export const EXIT_PAUSED = 2;
