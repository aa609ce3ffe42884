/** What the sockets exchange, for the documentation of the API: JSON objects, told apart by `type`. */
const frames = 'Every text frame is a JSON object with a `type`; unknown types and members are ignored.'

export const agentFrames = `${frames}

Receives \`system_info\` first, then \`report\` about every three seconds and what the capabilities of the agent send. Sends
\`welcome\`, then \`ack\` and the requests of plugins. The server pings every 30 seconds. The package \`@svc/protocol\`
has the schemas.`

export const liveFrames = `${frames}

Sends \`full_sync\` first, with all servers that the user may see, and again to a client that falls behind. After it come
\`update\` with the servers that reported, \`server_online\`, \`server_offline\`, \`servers_changed\` and other changes,
each named after what changed: \`alert_changed\`, \`capabilities_changed\`, \`docker_availability_changed\` and so on.
Receives \`docker_subscribe\`, \`processes_subscribe\` and the like with \`server_id\`, for details of one server, and
\`…_unsubscribe\`. Sends \`docker_update\`, \`processes_update\` and the like meanwhile.

Receives \`topic_subscribe\` and \`topic_unsubscribe\` with \`topic\`, for what plugins publish. Sends \`topic_message\` with \`data\`, the
latest at once, or \`topic_unavailable\`.

Closes with 4001 when the credential ends, 1008 after a flood of frames or when the user opened too many sockets, 1012 when
the server restarts.`
