import type { InstalledModule } from '../module.ts'

/** The modules in whose name, id, author or description all words of `query` are. */
export function matching(modules: readonly InstalledModule[], query: string): readonly InstalledModule[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return modules
  return modules.filter(({ id, manifest: { name, author = '', description = '' } }) => {
    const text = `${id} ${name} ${author} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
