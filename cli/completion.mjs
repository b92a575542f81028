import { fileURLToPath } from 'node:url';
import { optionsOf, print } from './command-line.mjs';

/** The words that may follow, for each command. */
const wordsOf = (command) => [
  ...(command.argument?.values ?? []),
  ...Object.keys(optionsOf(command)).map((option) => `--${option}`),
  '--help',
];

export async function completion({ argument: shell }, commands) {
  print({ bash, zsh, fish }[shell](commands));
}

const firstWords = (commands) => [...new Set(commands.map(({ name }) => name.split(' ')[0]))];

/** A case for each first word, with the words after it. */
const cases = (commands, write) =>
  commands
    .map((command) => {
      const [first, ...more] = command.name.split(' ');
      return `    ${first}) ${write([...more, ...wordsOf(command)].join(' '))} ;;`;
    })
    .join('\n');

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
/** Runs these commands in every folder. There `npx takilya` would ask a registry for a package of that name. */
const PROGRAM = `node ${quote(fileURLToPath(new URL('takilya.mjs', import.meta.url)))}`;

const bash = (commands) => `# In ~/.bashrc: source <(${PROGRAM} completion bash)
takilya() { ${PROGRAM} "$@"; }
_takilya() {
  local names="${firstWords(commands).join(' ')}" words=("\${COMP_WORDS[@]}") at=$COMP_CWORD
  if [ "\${words[0]}" = npx ]; then
    if [ "\${words[1]}" != takilya ] || [ "$at" -lt 2 ]; then COMPREPLY=(); return; fi
    words=("\${words[@]:1}") at=$((at - 1))
  fi
  if [ "$at" -gt 1 ]; then case "\${words[1]}" in
${cases(commands, (names) => `names="${names}"`)}
    *) names="" ;;
  esac; fi
  COMPREPLY=($(compgen -W "$names" -- "\${words[at]}"))
}
complete -o default -F _takilya takilya
complete -p npx > /dev/null 2>&1 || complete -o default -F _takilya npx`;

const zsh = (commands) => `# In ~/.zshrc, after compinit: source <(${PROGRAM} completion zsh)
takilya() { ${PROGRAM} "$@" }
_takilya() {
  local -a names
  if [[ "$words[1]" = npx ]]; then
    if [[ "$words[2]" != takilya ]] || (( CURRENT < 3 )); then _default; return; fi
    shift words
    (( CURRENT-- ))
  fi
  names=(${firstWords(commands).join(' ')})
  if (( CURRENT > 2 )); then case "$words[2]" in
${cases(commands, (names) => `names=(${names})`)}
    *) names=() ;;
  esac; fi
  compadd -- $names
}
compdef _takilya takilya
(( \${+_comps[npx]} )) || compdef _takilya npx`;

/** @param {string} program the name in the shell @param {string} where a condition, true after it */
const fishLines = (commands, program, where) => {
  const first = firstWords(commands).join(' ');
  return [
    `complete -c ${program} -n '${where}; and not __fish_seen_subcommand_from ${first}' -f -a '${first}'`,
    ...commands.map((command) => {
      const [word, ...more] = command.name.split(' ');
      return `complete -c ${program} -n '${where}; and __fish_seen_subcommand_from ${word}' -f -a '${[...more, ...wordsOf(command)].join(' ')}'`;
    }),
  ];
};

const fish = (commands) =>
  [
    `# In ~/.config/fish/config.fish: ${PROGRAM} completion fish | source`,
    `function takilya; ${PROGRAM} $argv; end`,
    ...fishLines(commands, 'takilya', 'true'),
    ...fishLines(commands, 'npx', '__fish_seen_subcommand_from takilya'),
  ].join('\n');
