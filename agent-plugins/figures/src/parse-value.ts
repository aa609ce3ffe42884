/** How the number is found in the text of a file or the output of a command. */
export type Parse = (text: string) => number

function toNumber(text: string, what: string): number {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(value)) throw new Error(`${what} is not a number: "${trimmed.slice(0, 60)}"`)
  return value
}

function regexp(pattern: string): Parse {
  const compiled = new RegExp(pattern, 'mu')
  if (new RegExp(`${pattern}|`, 'mu').exec('')?.length !== 2) throw new Error('the pattern must have exactly one group')
  return (text) => {
    const found = compiled.exec(text)?.[1]
    if (found === undefined) throw new Error('the pattern matches nothing')
    return toNumber(found, 'the group')
  }
}

function jsonPath(path: string): Parse {
  const keys = [...path.matchAll(/[^.[\]]+/g)].map(([key]) => key)
  if (keys.length === 0) throw new Error('the path must name a member, as in queue.length or items[0].size')
  return (text) => {
    let value: unknown = JSON.parse(text)
    for (const key of keys) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
        throw new Error(`there is no ${key}`)
      value = (value as Record<string, unknown>)[key]
    }
    if (typeof value === 'boolean') return Number(value)
    if (typeof value !== 'number' && typeof value !== 'string') throw new Error(`${path} is not a number`)
    return toNumber(String(value), path)
  }
}

/** `name` sums all series of the name, `name{a="b"}` those with these labels. */
function prometheus(selector: string): Parse {
  const [, name, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?$/.exec(selector) ?? []
  if (name === undefined)
    throw new Error('it must be the name of a series, with labels if need be: jobs{state="failed"}')
  const wanted = labels.split(',').flatMap((label) => label.trim() || [])
  return (text) => {
    const values = text.split('\n').flatMap((line) => {
      const [, found, own = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(line) ?? []
      if (found !== name) return []
      const given = [...own.matchAll(/\w+\s*=\s*"(?:[^"\\]|\\.)*"/g)].map(([label]) => label.replace(/\s*=\s*/, '='))
      return wanted.every((label) => given.includes(label)) ? [toNumber(value, 'the value')] : []
    })
    if (values.length === 0) throw new Error(`there is no series ${selector}`)
    return values.reduce((sum, value) => sum + value, 0)
  }
}

function keyed(key: string): Parse {
  if (key.trim() === '') throw new Error('it must be a key')
  return (text) => {
    for (const line of text.split('\n')) {
      const at = line.search(/[=:]/)
      // As in /proc: "MemFree:   12345 kB".
      if (at >= 0 && line.slice(0, at).trim() === key)
        return toNumber(
          line
            .slice(at + 1)
            .trim()
            .split(/\s+/)[0] ?? '',
          key,
        )
    }
    throw new Error(`there is no ${key}`)
  }
}

const parsers: Readonly<Record<string, (select: string) => Parse>> = { regexp, json: jsonPath, prometheus, key: keyed }

/** Makes the parser of a collector. Throws an error with the rule if `select` does not fit. */
export function makeParser(parser: string, select: string | undefined): Parse {
  if (parser === 'number') {
    if (select !== undefined) throw new Error('the parser number takes no select')
    return (text) => toNumber(text, 'the text')
  }
  if (select === undefined) throw new Error(`the parser ${parser} needs select`)
  try {
    return (parsers[parser] as (select: string) => Parse)(select)
  } catch (error) {
    throw new Error(`select is invalid: ${(error as Error).message}`)
  }
}
