import type { Words } from './words.ts';

const cases = (words: Words) =>
  [...words].map(([before, all]) => `    '${before}') words='${all.join(' ')}' ;;`).join('\n');

/** Returns what bash completes by. */
export const bash = (words: Words): string => `# atrium, completed by bash
_atrium() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before='' words='' at
  for ((at = 1; at < COMP_CWORD && at < 3; at++)); do
    [[ "\${COMP_WORDS[at]}" == -* ]] && break
    before="\${before:+$before }\${COMP_WORDS[at]}"
  done
  case "$before" in
${cases(words)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ \${#COMPREPLY[@]} -eq 0 ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _atrium atrium
`;

/** Returns what zsh completes by, sourced or as a file of its functions. */
export const zsh = (words: Words): string => `#compdef atrium
_atrium() {
  local before='' words_of='' words_here=("\${words[@]}")
  local at
  for ((at = 2; at < CURRENT && at < 4; at++)); do
    [[ "\${words_here[at]}" == -* ]] && break
    before="\${before:+$before }\${words_here[at]}"
  done
  case "$before" in
${cases(words).replaceAll(') words=', ') words_of=')}
  esac
  compadd -- \${=words_of} || _files
}
if [[ "$funcstack[1]" == _atrium ]]; then _atrium "$@"; else compdef _atrium atrium; fi
`;

/** Returns what fish completes by. */
export const fish = (words: Words): string => {
  const lines = [...words].map(([before, all]) => {
    const options = all.filter((each) => each.startsWith('--'));
    const plain = all.filter((each) => !each.startsWith('-'));
    const is = `test "$(__atrium_before)" = '${before}'`;
    return [
      ...(plain.length > 0
        ? [`complete -c atrium -f -n "${is.replaceAll('"', '\\"')}" -a '${plain.join(' ')}'`]
        : []),
      ...options.map(
        (each) => `complete -c atrium -n "${is.replaceAll('"', '\\"')}" -l ${each.slice(2)}`,
      ),
    ].join('\n');
  });
  return `# atrium, completed by fish
function __atrium_before
  set -l words (commandline -opc)
  set -l before
  for word in $words[2..3]
    string match -q -- '-*' $word; and break
    set -a before $word
  end
  string join ' ' $before
end
${lines.join('\n')}
`;
};
