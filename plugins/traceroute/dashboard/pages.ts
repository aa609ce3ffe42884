/** The id of the tab of a server, for links to it. */
export const tracerouteTab = 'traceroute'
