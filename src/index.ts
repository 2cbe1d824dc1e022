export type { SessionEvent } from './model/session-event.ts';
