import type { InstalledModule } from '../module.ts'

/** Modules whose name, id, author or description contain all words of `query`. */
export function searchModules(modules: readonly InstalledModule[], query: string): readonly InstalledModule[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return modules
  return modules.filter(({ id, manifest: { name, author = '', description = '' } }) => {
    const text = `${id} ${name} ${author} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
