# The images of a release, built from a checkout: docker build --target svc-server .
FROM debian:13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 nodejs npm
WORKDIR /svc
COPY . .
RUN npm run release -- --target "linux-$(dpkg --print-architecture)" \
  && for program in svc-server svc-agent; do \
    mkdir -p "/layout/$program" "/image/$program" \
    && tar -xf "dist/release/$program-image-linux-$(dpkg --print-architecture).tar" -C "/layout/$program" \
    && layer="$(node -p "JSON.parse(fs.readFileSync('/layout/$program/manifest.json'))[0].Layers[0]")" \
    && tar -xpf "/layout/$program/$layer" -C "/image/$program"; \
  done

FROM scratch AS svc-agent
COPY --from=build /image/svc-agent /
COPY --from=build --chown=65532:65532 /image/svc-agent/var/lib/svc-agent /var/lib/svc-agent
ENV PATH=/usr/bin HOME=/var/lib/svc-agent SVC_PROGRAM_DIR=/var/lib/svc-agent/programs
WORKDIR /var/lib/svc-agent
USER 65532:65532
VOLUME /var/lib/svc-agent
ENTRYPOINT ["/usr/bin/svc-agent"]

FROM scratch AS svc-server
COPY --from=build /image/svc-server /
COPY --from=build --chown=65532:65532 /image/svc-server/var/lib/svc-server /var/lib/svc-server
ENV PATH=/usr/bin HOME=/var/lib/svc-server SVC_PROGRAM_DIR=/var/lib/svc-server/programs SVC_SERVER__DATA_DIR=/var/lib/svc-server
WORKDIR /var/lib/svc-server
USER 65532:65532
VOLUME /var/lib/svc-server
EXPOSE 9527
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["/usr/bin/svc-server", "health"]
ENTRYPOINT ["/usr/bin/svc-server"]
