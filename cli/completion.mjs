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

const bash = (commands) => `# In ~/.bashrc: source <(npx takilya completion bash)
_takilya() {
  local names="${firstWords(commands).join(' ')}"
  if [ "$COMP_CWORD" -gt 1 ]; then case "\${COMP_WORDS[1]}" in
${cases(commands, (names) => `names="${names}"`)}
    *) names="" ;;
  esac; fi
  COMPREPLY=($(compgen -W "$names" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _takilya takilya`;

const zsh = (commands) => `# In ~/.zshrc, after compinit: source <(npx takilya completion zsh)
_takilya() {
  local -a names
  names=(${firstWords(commands).join(' ')})
  if (( CURRENT > 2 )); then case "$words[2]" in
${cases(commands, (names) => `names=(${names})`)}
    *) names=() ;;
  esac; fi
  compadd -- $names
}
compdef _takilya takilya`;

const fish = (commands) =>
  [
    '# npx takilya completion fish > ~/.config/fish/completions/takilya.fish',
    `complete -c takilya -n __fish_use_subcommand -f -a '${firstWords(commands).join(' ')}'`,
    ...commands.map((command) => {
      const [first, ...more] = command.name.split(' ');
      return `complete -c takilya -n '__fish_seen_subcommand_from ${first}' -f -a '${[...more, ...wordsOf(command)].join(' ')}'`;
    }),
  ].join('\n');
