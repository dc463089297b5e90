# syntax=docker/dockerfile:1
# One image for server, bridge and the command flower-war: built packages and production dependencies, no sources.

# The tag moves: docs/operate.md says how to name the image by its digest.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /flower-war
COPY . .
RUN npm ci
RUN npx tsc -b bridge cli && npm run build -w server

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /flower-war
COPY package.json package-lock.json .npmrc ./
COPY rules/package.json rules/
COPY protocol/package.json protocol/
COPY client-sdk/package.json client-sdk/
COPY server/package.json server/
COPY bridge/package.json bridge/
COPY devices/package.json devices/
COPY cli/package.json cli/
COPY create/package.json create/
COPY web/package.json web/
COPY loadtest/package.json loadtest/
COPY bench/package.json bench/
COPY simulate/package.json simulate/
COPY site/package.json site/
COPY test/generated-clients/package.json test/generated-clients/
# React is the SDK's optional peer, for pages; fast-check, which needs pure-rand, is that of the rules, for trials.
RUN npm ci --omit=dev --ignore-scripts -w server -w bridge -w cli && rm -r node_modules/react node_modules/fast-check node_modules/pure-rand

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
# A server holds 30 MB less with this. Where there is a GiB to spare, 32 is faster (docs/performance.md), as docker-compose.yml has it.
ENV NODE_OPTIONS=--max-semi-space-size=4
WORKDIR /flower-war
COPY --from=dependencies /flower-war ./
COPY --from=build /flower-war/rules/dist rules/dist
COPY --from=build /flower-war/protocol/dist protocol/dist
COPY --from=build /flower-war/client-sdk/dist client-sdk/dist
COPY --from=build /flower-war/server/dist server/dist
COPY --from=build /flower-war/server/openapi.json server/
COPY --from=build /flower-war/bridge/dist bridge/dist
COPY --from=build /flower-war/cli/dist cli/dist
COPY --from=build /flower-war/web/dist web/dist
COPY --from=build /flower-war/web/dist-operator web/dist-operator
COPY --from=build /flower-war/web/dist-firmware web/dist-firmware
# A new volume takes its owner from these folders; 1883 is the user of the image eclipse-mosquitto, 101 that of nginx.
RUN mkdir -p data /certificates /mosquitto/flower-war && chown node data && chown 101:101 /certificates && chown 1883:1883 /mosquitto/flower-war
USER node
EXPOSE 2567
CMD ["node", "server/dist/bundle/main.js"]
