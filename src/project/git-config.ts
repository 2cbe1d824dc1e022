/** A reader of git's configuration format, as far as remotes need it (git-config(1), "Configuration File"). */

export interface ConfigEntry {
  /** Lower case. */
  section: string;
  /** Between the quotes of `[section "subsection"]`, case kept; else absent. */
  subsection?: string;
  /** Lower case. */
  key: string;
  value: string;
}

const SECTION = /^\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\](.*)$/;
const VARIABLE = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/s;

/** Lines that are neither a section nor a variable are skipped: git refuses such a file, we only lose that line. */
export function parseGitConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section: string | undefined;
  let subsection: string | undefined;
  for (const rawLine of joinContinuations(text)) {
    let line = rawLine.trim();
    const header = SECTION.exec(line);
    if (header !== null) {
      [section, subsection] = splitSection(header[1] ?? '', header[2]);
      line = (header[3] ?? '').trim();
    }
    if (section === undefined || line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const variable = VARIABLE.exec(line);
    if (variable === null) continue;
    // A key alone means true.
    const value = variable[2] === undefined ? 'true' : configValue(variable[2]);
    const entry: ConfigEntry = { section, key: (variable[1] ?? '').toLowerCase(), value };
    if (subsection !== undefined) entry.subsection = subsection;
    entries.push(entry);
  }
  return entries;
}

function splitSection(name: string, quoted: string | undefined): [string, string | undefined] {
  if (quoted !== undefined) return [name.toLowerCase(), quoted.replace(/\\(.)/g, '$1')];
  // The old form `[remote.origin]`, whose subsection git folds to lower case.
  const dot = name.indexOf('.');
  if (dot < 0) return [name.toLowerCase(), undefined];
  return [name.slice(0, dot).toLowerCase(), name.slice(dot + 1).toLowerCase()];
}

function joinContinuations(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n/g, '\n')
    .replace(/\\\n/g, '')
    .split('\n');
}

/** Quotes removed, escapes resolved, an unquoted comment and the blanks before it cut. */
function configValue(raw: string): string {
  let value = '';
  let quoted = false;
  let keep = 0;
  for (let index = 0; index < raw.length; index++) {
    const character = raw[index] ?? '';
    if (character === '"') {
      quoted = !quoted;
      keep = value.length;
    } else if (character === '\\') {
      const escaped = raw[++index] ?? '';
      value += escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped === 'b' ? '\b' : escaped;
      keep = value.length;
    } else if (!quoted && (character === '#' || character === ';')) break;
    else {
      value += character;
      if (quoted || !/\s/.test(character)) keep = value.length;
    }
  }
  return value.slice(0, keep);
}

/**
 * What `git remote get-url` prints for `origin`, else for the first remote by name; `undefined` without remotes.
 * Entries come in git's order of precedence: system, global, repository, worktree.
 */
export function remoteUrl(entries: readonly ConfigEntry[]): string | undefined {
  const names = new Set<string>();
  const urls = new Map<string, string>();
  for (const { section, subsection, key, value } of entries) {
    if (section !== 'remote' || subsection === undefined) continue;
    names.add(subsection);
    if (key === 'url' && value !== '' && !urls.has(subsection)) urls.set(subsection, value);
  }
  const first = [...names].sort()[0];
  const url = urls.get('origin') ?? (first === undefined ? undefined : urls.get(first));
  return url === undefined ? undefined : rewriteUrl(url, entries);
}

/** `url.<base>.insteadOf`: the longest prefix that fits is replaced by its base. */
function rewriteUrl(url: string, entries: readonly ConfigEntry[]): string {
  let base = '';
  let prefix = '';
  for (const { section, subsection, key, value } of entries) {
    if (section !== 'url' || key !== 'insteadof' || subsection === undefined) continue;
    if (value.length > prefix.length && url.startsWith(value)) {
      base = subsection;
      prefix = value;
    }
  }
  return prefix === '' ? url : base + url.slice(prefix.length);
}
