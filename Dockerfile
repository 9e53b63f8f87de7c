# The reference service with both database drivers. Node has SQLite itself.
#
#   docker build -t earshot .
#   docker run -p 8000:8000 -v earshot:/data earshot
#
# See docs/self-hosting.md.
FROM node:24-alpine

ARG EARSHOT_VERSION=0.1.0

WORKDIR /app
RUN npm install --omit=dev --no-audit --no-fund earshot@${EARSHOT_VERSION} pg@8 \
  && npm cache clean --force \
  && mkdir /data \
  && chown node:node /data

# Node otherwise warns of its own SQLite at each start.
ENV NODE_ENV=production NODE_OPTIONS=--disable-warning=ExperimentalWarning
USER node
VOLUME /data
EXPOSE 8000

HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8000/healthz"]

# The exec form, so that the service receives SIGTERM itself.
ENTRYPOINT ["node", "node_modules/earshot/dist/cli.js", "serve", "--host", "0.0.0.0"]
CMD ["--data", "/data/earshot.db", "--log", "json"]
