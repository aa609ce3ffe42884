const waiting = new Set<() => void>()

function flush() {
  const tasks = [...waiting]
  waiting.clear()
  for (const task of tasks) task()
}

/** Runs `draw` in the next animation frame, together with every other chart; asking twice draws once. */
export function scheduleDraw(draw: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(flush)
  waiting.add(draw)
  return () => waiting.delete(draw)
}
