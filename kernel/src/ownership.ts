/** Tells which plugin a table or index belongs to, by the `<plugin>_` prefix of its name. */
export type OwnerOf = (name: string) => string | undefined

export const tablePrefix = (plugin: string): string => `${plugin.replaceAll('-', '_')}_`

/** The longest matching prefix wins, so `ip-quality` and a plugin `ip` do not get into each other's way. */
export function makeOwnership(plugins: Iterable<string>): OwnerOf {
  const prefixes = [...new Set([...plugins, 'kernel'])]
    .map((plugin) => ({ plugin, prefix: tablePrefix(plugin) }))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  return (name) => prefixes.find(({ prefix }) => name.toLowerCase().startsWith(prefix))?.plugin
}
