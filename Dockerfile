# The package is built where its tools may stay; only what runs goes on.
FROM node:26-slim AS package
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# With the optional dependencies, among which are the bundler's own binaries.
RUN npm ci --no-audit --no-fund
COPY tsconfig.json LICENSE CHANGELOG.md ./
COPY schema schema
COPY queries queries
COPY src src
COPY package package
RUN npm run package

# What comes with the package says which dependencies; npm and its cache stay here.
FROM node:26-slim AS dependencies
WORKDIR /app
COPY --from=package /app/dist/package ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    ADMIN_HOST=0.0.0.0 \
    ADMIN_PORT=9090 \
    DATA_DIR=/data \
    DRAIN_DELAY_MS=5000
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=dependencies /app ./
USER node
VOLUME /data
EXPOSE 4000 9090
# Everything but /data may be read-only. Anything but loopback needs ACCESS_FILE.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.ADMIN_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# As npm start does it, but for the heap's limit, which follows from the container's. Without npm or a shell between,
# signals reach the process.
CMD ["node", "--max-semi-space-size=8", "--v8-pool-size=1", "lib/main.js"]
