const width = 100
const height = 24

/** SVG paths for line and area of a series, in a 100 × 24 box. */
export function sparkPath(values: readonly (number | null)[], max?: number): { line: string; area: string } {
  const top = max ?? values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const line: string[] = []
  const area: string[] = []
  let start: string | undefined
  let end = ''
  const close = () => {
    if (start !== undefined) area.push(`L${end} ${height}L${start} ${height}Z`)
    start = undefined
  }
  values.forEach((value, index) => {
    if (value === null || !Number.isFinite(value)) {
      close()
      return
    }
    const x = (index * step).toFixed(1)
    const y = (height - (top > 0 ? Math.min(1, Math.max(0, value / top)) : 0) * height).toFixed(1)
    const command = start === undefined ? 'M' : 'L'
    line.push(`${command}${x} ${y}`)
    area.push(`${command}${x} ${y}`)
    start ??= x
    end = x
  })
  close()
  return { line: line.join(''), area: area.join('') }
}
