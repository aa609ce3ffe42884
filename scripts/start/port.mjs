import { connect } from 'node:net'

/**
 * Whether somebody answers at an address already: an earlier `npm start`, perhaps.
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export function isTaken(url) {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
