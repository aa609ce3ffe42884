/** SVG path of the dark modules: one rectangle per horizontal run, one unit per module. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  rows.forEach((row, y) => {
    let start = -1
    for (let x = 0; x <= row.length; x++) {
      const dark = row[x] === true
      if (dark && start < 0) start = x
      if (dark || start < 0) continue
      runs.push(`M${start} ${y}h${x - start}v1H${start}z`)
      start = -1
    }
  })
  return runs.join('')
}
