import type { EpochMs } from '../../model/session-event.ts';

/** The `at` of an event, where the record has a time. */
export function stamp(at: EpochMs | undefined): { at?: EpochMs } {
  return at === undefined ? {} : { at };
}
