/** Downloads `content` as a file. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // some browsers read the URL after the click returned
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
