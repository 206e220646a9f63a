import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A passage may have vectors of several embedding models: those that are searched, and those of the model that is to
 * come. Which one is searched stands beside the organization's library. All there are so far came with the service.
 */
export class ChangeEmbeddingModel1764000600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE passage_embeddings (
        passage_id text NOT NULL CONSTRAINT fk_passage_embeddings_passage REFERENCES passages (id) ON DELETE CASCADE,
        model text NOT NULL,
        vector bytea NOT NULL,
        CONSTRAINT pk_passage_embeddings PRIMARY KEY (passage_id, model)
      )`);
    // They cannot be compressed.
    await queryRunner.query(`ALTER TABLE passage_embeddings ALTER COLUMN vector SET STORAGE EXTERNAL`);
    await queryRunner.query(`
      INSERT INTO passage_embeddings (passage_id, model, vector)
      SELECT id, embedding_model, embedding FROM passages WHERE embedding IS NOT NULL AND embedding_model IS NOT NULL`);
    await queryRunner.query(`ALTER TABLE passages DROP COLUMN embedding, DROP COLUMN embedding_model`);
    await queryRunner.query(`ALTER TABLE index_heads ADD COLUMN dimensions integer`);
    await queryRunner.query(`UPDATE index_heads SET model = coalesce(model, 'all-minilm-l6-v2-q4'), dimensions = 384`);
    await queryRunner.query(
      `ALTER TABLE index_heads ALTER COLUMN model SET NOT NULL, ALTER COLUMN dimensions SET NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE passages ADD COLUMN embedding bytea, ADD COLUMN embedding_model text`);
    await queryRunner.query(`
      UPDATE passages p SET embedding = e.vector, embedding_model = e.model
      FROM passage_embeddings e WHERE e.passage_id = p.id AND e.model = 'all-minilm-l6-v2-q4'`);
    await queryRunner.query(`DROP TABLE passage_embeddings`);
    await queryRunner.query(`ALTER TABLE index_heads ALTER COLUMN model DROP NOT NULL, DROP COLUMN dimensions`);
    // Then there is one model for all.
    await queryRunner.query(`UPDATE index_heads SET model = NULL`);
  }
}
