# The server in a container: `docker build -t referee .`, or with PostgreSQL by docker-compose.yml.

FROM python:3.11-slim AS build
WORKDIR /source
RUN python -m venv /venv
COPY pyproject.toml constraints.txt README.md LICENSE alembic.ini ./
COPY migrations ./migrations
COPY src ./src
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check -c constraints.txt ".[notices]"

FROM python:3.11-slim
LABEL org.opencontainers.image.title="Referee" \
      org.opencontainers.image.description="Referees games played on web forums." \
      org.opencontainers.image.licenses="MIT"
RUN useradd --uid 10001 --home-dir /data --shell /usr/sbin/nologin referee \
 && install --directory --owner referee --group referee --mode 700 /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1
# The embedded database and the sealing secret live in the working folder's data/, unless settings say
# otherwise; a volume keeps them.
WORKDIR /data
VOLUME /data
USER referee
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["referee"]
CMD ["serve", "--host", "0.0.0.0"]
