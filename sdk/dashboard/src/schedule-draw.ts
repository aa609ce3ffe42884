const queue = new Set<() => void>()

function flush() {
  const tasks = [...queue]
  queue.clear()
  for (const task of tasks) task()
}

/** Runs `draw` in the next animation frame, batched with all others. The same function runs once per frame. */
export function scheduleDraw(draw: () => void): () => void {
  if (queue.size === 0) requestAnimationFrame(flush)
  queue.add(draw)
  return () => queue.delete(draw)
}
