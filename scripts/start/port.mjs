import { connect } from 'node:net'

/**
 * Whether a program already listens at an address, such as an earlier `npm start`.
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export function isInUse(url) {
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
