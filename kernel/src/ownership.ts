/** Returns the plugin that owns a table or index, by the `<plugin>_` prefix of its name. */
export type OwnerOf = (name: string) => string | undefined

export const tablePrefix = (plugin: string): string => `${plugin.replaceAll('-', '_')}_`

/** The longest matching prefix wins, so that plugins `ip` and `ip-quality` can coexist. */
export function makeOwnership(plugins: Iterable<string>): OwnerOf {
  const prefixes = [...new Set([...plugins, 'kernel'])]
    .map((plugin) => ({ plugin, prefix: tablePrefix(plugin) }))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  // Each plugin asks about every table.
  const owners = new Map<string, string | undefined>()
  return (name) =>
    owners.getOrInsertComputed(name, () => prefixes.find(({ prefix }) => name.toLowerCase().startsWith(prefix))?.plugin)
}
