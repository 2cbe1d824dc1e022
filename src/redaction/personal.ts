import type { Detection } from './detection.ts';

const EMAIL =
  /(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,6}([A-Za-z]{2,24})(?![A-Za-z0-9_-]|\.[A-Za-z0-9])/g;

/** Files of doubled resolution (`icon@2x.png`) and remote names (`git@github.com:x`) have the form of an address. */
const FILE_ENDING =
  /^(?:png|jpe?g|gif|svg|webp|avif|ico|js|ts|css|json|tgz|map|mjs|cjs|tsx|jsx|py|go|rs|md)$/i;
const SERVICE_USER = /^(?:git|hg|svn|ssh|aur|gitea|gogs|gitlab)@/;

const IPV4 = /(?<![\w.-])(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?![\w-]|\.\d)/g;
const VERSION_BEFORE = /(?:\bv(?:ersion)?|version[ "':=]{1,4}|[=~^<>]=?[ ]?|[A-Za-z]\/)$/i;
const NETWORK_BEFORE =
  /(?:\b(?:ip|ipv4|host|hosts|hostname|addr|address|server|node|ssh|scp|ping|curl|inet|gateway|dns|listen(?:ing)?|bind|connect(?:ed|ing)?|peer|client|remote|from|to|nameserver|router|subnet)\b[ "':=(]{0,6}(?:(?:on|at|to|from|is|was)[ :]{1,3})?|:\/\/)$/i;

const IPV6 = /(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:|::)[0-9A-Fa-f:]{2,40}(?:%\w{1,15})?(?![\w:])/g;

/** Mail and IP addresses. Not: `127.0.0.1`, `0.0.0.0`, `::1`, versions, `git@host`. */
export function* findPersonal(text: string): Generator<Detection> {
  if (text.includes('@')) yield* findEmails(text);
  if (text.includes('.')) yield* findIpv4(text);
  if (text.includes(':')) yield* findIpv6(text);
}

function* findEmails(text: string): Generator<Detection> {
  for (const match of text.matchAll(EMAIL)) {
    const [address, ending = ''] = match;
    if (FILE_ENDING.test(ending) || SERVICE_USER.test(address)) continue;
    yield { start: match.index, end: match.index + address.length, kind: 'email' };
  }
}

function* findIpv4(text: string): Generator<Detection> {
  for (const match of text.matchAll(IPV4)) {
    const octets = match.slice(1, 5).map(Number);
    if (octets.some((octet) => octet > 255) || /(?:^|\.)0\d/.test(match[0])) continue;
    const [first = 0] = octets;
    if (first === 127 || first === 0 || octets.every((octet) => octet === 255) || first === 255) continue;
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 7);
    const network = NETWORK_BEFORE.test(before) || /^(?::\d{2,5}\b|\/\d{1,2}\b)/.test(after);
    const small = octets.every((octet) => octet < 32) && !isPrivate(octets);
    if (!network && (VERSION_BEFORE.test(before) || small)) continue;
    yield { start: match.index, end: match.index + match[0].length, kind: 'ip-address' };
  }
}

function isPrivate([first = 0, second = 0]: readonly number[]): boolean {
  return first === 10 || (first === 192 && second === 168) || (first === 172 && second >= 16 && second < 32);
}

function* findIpv6(text: string): Generator<Detection> {
  for (const match of text.matchAll(IPV6)) {
    const address = (match[0].split('%')[0] ?? '').replace(/:$/, '');
    if (isIpv6(address)) yield { start: match.index, end: match.index + match[0].length, kind: 'ip-address' };
  }
}

/** Eight groups, or fewer around one `::` with a prefix that is in use: neither a clock time nor `std::vector`. */
function isIpv6(address: string): boolean {
  const halves = address.split('::');
  if (halves.length > 2) return false;
  const groups = address.split(':').filter((group) => group !== '');
  if (groups.some((group) => group.length > 4) || !/\d/.test(address)) return false;
  if (halves.length === 1) return groups.length === 8;
  return (
    groups.length >= 2 &&
    groups.length <= 7 &&
    /^(?:[23][0-9a-f]{3}|f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]|64:ff9b)/i.test(address)
  );
}

/** Hides the home directory: `/home/ada/x` and its written forms become `~/x`, another user's too. */
export function hideHomes(text: string, home: string | undefined): string {
  let result = text;
  const own = home === undefined ? '' : withoutEnd(home);
  if (own.length > 1) {
    result = replaceDirectory(result, own);
    result = replaceDirectory(result, own.replaceAll('\\', '\\\\'));
    // Claude Code and others name a project's folder after its path, with dashes.
    if (own.startsWith('/')) result = result.replaceAll(`/${own.replace(/[/.]/g, '-')}-`, '/~-');
  }
  return result
    .replace(
      /(?<![\w.~-])\/(?:home|Users)\/(?!Shared\b)[A-Za-z0-9._-]{1,64}(?=[/\s"'`:,;)\]}>]|\\[nrt"]|$)/g,
      '~',
    )
    .replace(
      /(?<![A-Za-z0-9])[A-Za-z]:(\\{1,2}|\/)Users(?:\\{1,2}|\/)(?!Public\b)[A-Za-z0-9._-]{1,64}(?=[\\/\s"'`:,;)]|$)/g,
      '~',
    );
}

function withoutEnd(path: string): string {
  return path.length > 1 && /[/\\]$/.test(path) ? path.slice(0, -1) : path;
}

function replaceDirectory(text: string, directory: string): string {
  if (!text.includes(directory)) return text;
  let result = '';
  let from = 0;
  for (let at = text.indexOf(directory); at !== -1; at = text.indexOf(directory, from)) {
    const end = at + directory.length;
    const whole = !/[\w.-]/.test(text[end] ?? '') && !/[\w~-]/.test(text[at - 1] ?? '');
    result += text.slice(from, at) + (whole ? '~' : directory);
    from = end;
  }
  return result + text.slice(from);
}
