import type { RequestVia } from '../../model/session-event.ts';
import { between, contentText } from '../content-text.ts';
import { list, nonEmpty, record, text } from '../fields.ts';

type Fields = { [key: string]: unknown };

export interface Request {
  text: string;
  via: RequestVia;
  /** `/undo` counts it; what was typed into a running turn belongs to that turn (2.1.0, conversationTime). */
  isAnchor: boolean;
}

/** The human's request in a user message of the context; `undefined` for what the harness put there. */
export function kimiRequest(message: Fields, isSteered: boolean): Request | undefined {
  const origin = record(message.origin) ?? {};
  const inTurn = origin.inTurn === true || isSteered;
  switch (origin.kind) {
    case undefined:
    case 'user': {
      const parts = message.content;
      // Skills that the prompt named stand before it, one part each.
      const skills = list(origin.skillActivations).length;
      const words = contentText(skills > 0 ? list(parts).slice(skills) : parts);
      return { text: words, via: inTurn ? 'queued' : 'prompt', isAnchor: !inTurn };
    }
    case 'skill_activation':
    case 'plugin_command': {
      if (origin.trigger !== 'user-slash') return undefined;
      const words = nonEmpty(origin.skillArgs) ?? nonEmpty(origin.commandArgs);
      return { text: words ?? commandName(origin), via: 'command', isAnchor: !inTurn };
    }
    default:
      return undefined;
  }
}

function commandName(origin: Fields): string {
  const name = text(origin.skillName) ?? text(origin.commandName) ?? '';
  const plugin = text(origin.pluginId);
  return plugin ? `/${plugin}:${name}` : `/${name}`;
}

/** A command that the human ran (`!command`), or its output, from the message that carries it. */
export function shellText(message: Fields, tag: 'bash-input' | 'bash-stdout' | 'bash-stderr'): string {
  const content = contentText(message.content);
  return unescapeXml(between(content, `<${tag}>`, `</${tag}>`) ?? '').trim();
}

function unescapeXml(value: string): string {
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
